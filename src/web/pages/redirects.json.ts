import { slugRedirects } from '../site/blog/order.ts';
import { getPosts } from '../site/blog/posts.ts';

/** Other addresses of pages, for the server (src/server/site/files.ts): a static file cannot answer with a redirect. */
export async function GET(): Promise<Response> {
  return Response.json(slugRedirects(await getPosts()));
}
