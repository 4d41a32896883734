// Set by the build: production builds leave the developer pages out, whatever the settings say. Undefined when run from
// source.
declare const __DEVELOPER_PAGES__: boolean | undefined
