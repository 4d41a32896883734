/** "BELMOPAN, May 3 (Southern Wire) - " and "(Southern Wire) - " before the first sentence. */
export const AGENCY_DATELINE =
  /^(?:\p{Lu}[\p{Lu}.'’/-]*(?:[ ,]{1,2}\p{Lu}[\p{L}.'’/-]*){0,4},? )?(?:\p{Lu}\p{Ll}{2,8}\.? \d{1,2},? )?\(\p{Lu}[\p{L}\d.&' ]{1,40}\)\s+(?:--|–|—|-)\s+(?=[\p{Lu}\p{N}“"])/u
