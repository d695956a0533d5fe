import type { PolicyContent, Reason, Unanswered } from '#src/shared/approval.ts';

export const MODES = {
  auto: { name: 'Fully automated', says: 'Alerts are sent as soon as they’re written.' },
  human: { name: 'Human review', says: 'Every alert waits for review.' },
  smart: {
    name: 'Smart approval',
    says: 'Each alert gets a score from nine reasons. Routine alerts are sent. Unusual ones wait for review.',
  },
} as const;

export const REASON_WORDS: Readonly<Record<Reason, { label: string; says: string }>> = {
  move: { label: 'Size of the move', says: 'Larger than 95% of recent moves.' },
  claims: {
    label: 'Recommendation or outside text',
    says: 'Names an action such as “buy”, or repeats news.',
  },
  data: { label: 'Data quality', says: 'Bad prices for the symbol in the last 24 hours.' },
  first_use: { label: 'First use', says: 'The brand, template or rule is new: fewer than five alerts sent.' },
  writer: { label: 'Writer', says: 'A language model wrote the text, or its text was refused.' },
  audience: { label: 'Audience', says: 'Starts at 100 people, most at 10,000. Public posts count more.' },
  hour: { label: 'Hour', says: 'Night or weekend in the brand’s time zone.' },
  history: { label: 'History', says: 'Reviewers rejected or edited earlier alerts from this rule.' },
  freshness: { label: 'Freshness', says: 'Starts at 5 minutes old, most at an hour.' },
};

export const UNANSWERED_WORDS: Readonly<Record<Unanswered, string>> = {
  expire: 'Expire: nothing is sent',
  escalate: 'Ask the owners, with the same time again',
  release: 'Send it without review',
};

export const ROLE_LABELS = { owner: 'Owners', admin: 'Admins', approver: 'Approvers' } as const;

/** "Smart approval · review at 60 points · two people · waits 30 minutes, then asks the owners". */
export function policyInShort(content: PolicyContent): string {
  const {
    mode,
    asksFrom,
    approvers,
    needs,
    notAuthor,
    together,
    barCorrections,
    waitsMinutes,
    unanswered,
    hours,
    freshness,
    sampling,
  } = content;
  const then = { expire: 'expires', escalate: 'asks the owners', release: 'is sent' }[unanswered];
  return [
    MODES[mode].name,
    ...(mode === 'smart' ? [`review at ${asksFrom} ${asksFrom === 1 ? 'point' : 'points'}`] : []),
    ...(needs === 2 ? [approvers.clients === 'must' ? 'two people, one a client' : 'two people'] : []),
    ...(approvers.clients === 'may' ? ['clients may approve'] : []),
    ...(notAuthor ? ['never the author'] : []),
    ...(together ? ['may be decided together'] : []),
    ...(barCorrections ? ['approves corrections of bars'] : []),
    ...(waitsMinutes === null
      ? []
      : [
          `waits ${waitsMinutes.toLocaleString('en')} ${waitsMinutes === 1 ? 'minute' : 'minutes'}, then ${then}`,
        ]),
    ...(freshness
      ? [
          `${freshness.action === 'ask' ? 'asks again' : 'lapses'} if the price moves more than ${freshness.movedPercent}%`,
        ]
      : []),
    ...(sampling === undefined ? [] : [`${sampling}% checked afterwards`]),
    ...(hours === null ? [] : [`automatic only ${hours.from}–${hours.to}`]),
  ].join(' · ');
}
