/** The one function of mjml 5 that is used here; the package brings no types. */
declare module 'mjml' {
  export type MjmlResult = { html: string; errors: { formattedMessage: string }[] };
  const mjml2html: (
    source: string,
    options?: { validationLevel?: 'strict' | 'soft' | 'skip' },
  ) => Promise<MjmlResult>;
  export default mjml2html;
}
