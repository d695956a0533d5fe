/** In the order of the page. */
export const FAQ_GROUPS = [
  'Getting started',
  'Price and trial',
  'Alerts and approval',
  'AI content',
  'Channels and brand',
  'Data and security',
  'Support',
] as const;
