/** False in production builds: the developer pages are then not in the bundle at all. */
declare const __DEVELOPER_PAGES__: boolean
