import { DARK, LIGHT } from '../http/plain-page.ts'

const colors = (c: typeof LIGHT) => `
body,.page{background:${c.sunk}!important}.text{color:${c.ink}!important}.sheet{background:${c.surface}!important;border-color:${c.line}!important}
.ink,.ink a{color:${c.ink}!important}.muted,.muted a{color:${c.muted}!important}
.good{color:${c.accent}!important}.bad{color:${c.bad}!important}.warn{color:${c.warn}!important}
.line{border-color:${c.line}!important}.strong{border-color:${c['line-strong']}!important}
.link{text-decoration-color:${c['line-strong']}!important}
.button{background:${c.accent}!important;color:${c['on-accent']}!important}`

/** Classes for both color schemes. Some clients drop the style sheet, so each element repeats its light colors. */
export const COLOR_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
${colors(LIGHT)}
@media (prefers-color-scheme:dark){${colors(DARK)}}`

export const COLOR_META =
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
