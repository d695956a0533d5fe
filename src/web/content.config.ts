import { legal } from './content/legal.ts';

/** Every collection of Markdown, one line each; its schema stands beside its folder in content/. */
export const collections = { legal };
