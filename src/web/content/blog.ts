import { defineCollection } from 'astro:content';
import { postSchema } from './blog-schema.ts';
import { markdown } from './markdown.ts';

export const blog = defineCollection({ loader: markdown('blog'), schema: postSchema });
