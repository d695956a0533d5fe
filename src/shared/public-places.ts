/** Of one network, on public pages and feeds with their pictures. */
export const PUBLIC_PAGES_PER_MINUTE = 600;

/** Where anyone can open a place that we host. */
export const PUBLIC_PLACES = '/p';

export const publicPlaceUrl = (origin: string, slug: string): string => `${origin}${PUBLIC_PLACES}/${slug}`;

/** What a customer pastes into another site, where the widget shall be. */
export const widgetTag = (url: string): string => `<script src="${url}/widget.js" async></script>`;

/** The feeds beside a public page, with the type that a link to one has. */
export const PLACE_FEEDS = [
  { path: 'feed.xml', title: 'RSS', type: 'application/rss+xml' },
  { path: 'feed.json', title: 'JSON Feed', type: 'application/feed+json' },
] as const;
