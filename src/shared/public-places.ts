/** Where anyone can open a place that we host. */
export const PUBLIC_PLACES = '/p';

export const publicPlaceUrl = (origin: string, slug: string): string => `${origin}${PUBLIC_PLACES}/${slug}`;

/** The feeds beside a public page, with the type that a link to one has. */
export const PLACE_FEEDS = [
  { path: 'feed.xml', title: 'RSS', type: 'application/rss+xml' },
  { path: 'feed.json', title: 'JSON Feed', type: 'application/feed+json' },
] as const;
