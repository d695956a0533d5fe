/** The anchor of the section, and how a shared link begins. In a file of its own: the page needs it before anything else. */
export const ANCHOR = 'your-brand';
