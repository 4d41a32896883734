export const openApiInfo = (publicUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tidings',
    version: '1',
    description:
      'Everything the Tidings pages do, for programs. Send the access token of a session as a bearer token.',
  },
  servers: [{ url: publicUrl }],
})
