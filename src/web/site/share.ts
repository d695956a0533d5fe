/** The picture that a shared link to a page shows: made at build (scripts/site), named in the page's head. */
export type SharePicture = {
  heading: string;
  /** A line on the wire: where the page belongs, or the day it was written. */
  slug: string;
  /** Who runs the site. */
  name: string;
};

export const SHARE_WIDTH = 1200;
export const SHARE_HEIGHT = 630;

/** Where the picture of a page is: `/og/blog/1.png` for `/blog/1`. */
export function sharePicturePath(page: string): string {
  return `/og${page === '/' ? '/index' : page}.png`;
}
