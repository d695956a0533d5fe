/** Characters that LinkedIn's "little" text format reserves. Unescaped, they silently cut the post off. */
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

export const escapeLittle = (text: string): string => text.replaceAll(RESERVED, String.raw`\$&`);

/** Text of LinkedIn as people read it. */
export const unescapeLittle = (little: string): string => little.replaceAll(/\\([\\|{}@[\]()<>#*_~])/g, '$1');
