import { blog } from './content/blog.ts';
import { docs } from './content/docs.ts';
import { faq } from './content/faq.ts';
import { guide } from './content/guide.ts';
import { help } from './content/help.ts';
import { legal } from './content/legal.ts';

/** Every collection of Markdown, one line each; its schema stands beside its folder in content/. */
export const collections = { blog, docs, faq, guide, help, legal };
