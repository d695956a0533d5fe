/** Stands in the HTML of an alert where each recipient's own footer goes, and is seen by nobody. */
export const FOOTER_SLOT = '<!-- footer -->';

/** The mail as anybody may have it. */
export const withoutFooter = (html: string): string => html.replace(FOOTER_SLOT, '');
