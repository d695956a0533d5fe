/** What customers say. Replace these with your own: the pages show every entry, those with `isExample` labeled. */
export type Testimonial = {
  id: string;
  name: string;
  role: string;
  quote: string;
  /** A picture's address on this site, such as '/people/name.webp'; null shows the first letter of the name. */
  image: string | null;
  /** Labeled “Example”: no customer said it. */
  isExample: boolean;
};

/** Beside the form of /signup. */
export const SIGN_UP_TESTIMONIALS: readonly Testimonial[] = [
  {
    id: 'mara-lindqvist',
    name: 'Mara Lindqvist',
    role: 'Head of client desk, a brokerage in Stockholm',
    quote:
      'Our note about a five percent move used to leave at lunchtime. Now the draft is on my screen before the phone rings, and every figure in it can be traced.',
    image: null,
    isExample: true,
  },
  {
    id: 'theo-anastasiou',
    name: 'Theo Anastasiou',
    role: 'Solo trader, 1,200 readers',
    quote:
      'I write one good alert a day and no longer watch six screens to find it. The trial run sold me: it caught the days I remember.',
    image: null,
    isExample: true,
  },
  {
    id: 'priya-raman',
    name: 'Priya Raman',
    role: 'Product lead, a trading platform',
    quote:
      'Compliance asked why an alert had gone out. I opened it, showed the bars and the rule it met, and the meeting was over.',
    image: null,
    isExample: true,
  },
];

/** Under 'What Our Clients Say' on the landing page. */
export const LANDING_TESTIMONIALS: readonly Testimonial[] = [
  {
    id: 'henrik-dahl',
    name: 'Henrik Dahl',
    role: 'Head of research, a brokerage in Oslo',
    quote:
      'We kept a junior on the morning note for two hours a day. She now spends ten minutes approving drafts, and the rest on research.',
    image: null,
    isExample: true,
  },
  {
    id: 'nadia-belkacem',
    name: 'Nadia Belkacem',
    role: 'Solo trader and newsletter writer',
    quote:
      'My readers get the gap at the open while it still matters. I set the threshold once, and I can see afterwards exactly why each alert went out.',
    image: null,
    isExample: true,
  },
  {
    id: 'tom-okafor',
    name: 'Tom Okafor',
    role: 'Chief operating officer, a trading platform',
    quote:
      'Four brands, four looks, one set of rules. The figures are the same in all of them, which is more than we managed by hand.',
    image: null,
    isExample: true,
  },
  {
    id: 'ines-carvalho',
    name: 'Inês Carvalho',
    role: 'Compliance lead, a multi-asset broker',
    quote:
      'I asked for one thing: no number in an alert that I cannot trace. I have checked a few dozen by now, and every one led back to its bars.',
    image: null,
    isExample: true,
  },
];
