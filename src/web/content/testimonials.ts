/** What customers say. Replace these with your own: the pages take whatever stands here. */
export type Testimonial = {
  id: string;
  name: string;
  role: string;
  quote: string;
  /** A picture's address on this site, such as '/people/name.webp'; null shows the first letter of the name. */
  image: string | null;
};

/** Beside the form of /signup. */
export const SIGN_UP_TESTIMONIALS: readonly Testimonial[] = [
  {
    id: 'mara-lindqvist',
    name: 'Mara Lindqvist',
    role: 'Head of client desk, a brokerage in Stockholm',
    quote:
      'Our note about a five per cent move used to leave at lunchtime. Now the draft is on my screen before the phone rings, and every figure in it can be traced.',
    image: null,
  },
  {
    id: 'theo-anastasiou',
    name: 'Theo Anastasiou',
    role: 'Solo trader, 1,200 readers',
    quote:
      'I write one good alert a day and no longer watch six screens to find it. The trial run sold me: it caught the days I remember.',
    image: null,
  },
  {
    id: 'priya-raman',
    name: 'Priya Raman',
    role: 'Product lead, a trading platform',
    quote:
      'Compliance asked why an alert had gone out. I opened it, showed the bars and the rule it met, and the meeting was over.',
    image: null,
  },
];
