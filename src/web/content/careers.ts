import { siteConfig } from '#src/shared/site-config.ts';

/** A position that is open now. The page lists what stands here, and says so when nothing does. */
type Position = { title: string; place: string; description: string };
export const positions: readonly Position[] = [];

export const careers = {
  title: 'Careers',
  description: `How ${siteConfig.name} is made, whether a position is open, and how to write to us when none is.`,
  headline: 'Careful people, plain words, true figures.',
  work: [
    {
      title: 'What the work is',
      text: 'Reading market data that arrives late, twice or wrong, and turning it into a sentence that readers can rely on. Some of it is engineering, some is writing, and most of it is deciding what to leave out.',
    },
    {
      title: 'How we go about it',
      text: 'Claims are measured before they are made. A fault gets its test first. We write down decisions with their reasons, so that a newcomer can challenge them.',
    },
    {
      title: 'Who it suits',
      text: 'People who would rather delete a feature than explain it, who check a figure twice, and who answer a customer in words the customer would use.',
    },
  ],
  letter: [
    'One page about something you made and what you would do differently today',
    'A link to it, or a sample: code, an analysis, a text you edited',
    'Where you are and when you could begin',
  ],
} as const;
