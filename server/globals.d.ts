// Set by the build; a production build leaves the developer pages out, whatever the settings say. Undefined without a build.
declare const __DEVELOPER_PAGES__: boolean | undefined
