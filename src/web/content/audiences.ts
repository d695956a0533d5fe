type Audience = { name: string; summary: string; uses: readonly string[] };

/** Under 'Who Uses Our Platform?'. */
export const AUDIENCES: readonly Audience[] = [
  {
    name: 'Solo traders',
    summary: 'One person, one list of readers, one good alert a day.',
    uses: ['1 alert a day, sent manually', 'Email distribution', 'Standard templates', 'Basic analytics'],
  },
  {
    name: 'Brokerage firms',
    summary: 'A client desk that must be first, in the firm’s own voice.',
    uses: [
      'Automated alert generation',
      'Multi-channel distribution',
      'Custom branded templates',
      'Team collaboration',
      'Advanced analytics',
    ],
  },
  {
    name: 'Trading platforms',
    summary: 'Many brands and audiences, built into a product of their own.',
    uses: [
      'Enterprise-level automation',
      'All channels',
      'Multiple brand management',
      'Full API integration',
      'White-labeled solution',
      'Premium support',
    ],
  },
];
