import type { PolicyContent, Reason, Unanswered } from '#src/shared/approval.ts';

export const MODES = {
  auto: { name: 'Fully automated', says: 'Alerts are sent as soon as they’re written.' },
  human: { name: 'Human review', says: 'Every alert waits for a person.' },
  smart: {
    name: 'Smart approval',
    says: 'Each alert gets a score from named reasons. Ordinary alerts are sent; unusual ones wait for a person.',
  },
} as const;

export const REASON_WORDS: Readonly<Record<Reason, { label: string; says: string }>> = {
  move: { label: 'Size of the move', says: 'Larger than 95% of the moves in the bars before.' },
  claims: {
    label: 'Recommendation or outside text',
    says: 'Names an action such as “buy”, or repeats news.',
  },
  data: { label: 'Data quality', says: 'Faulty prices of the symbol in the last 24 hours.' },
  first_use: { label: 'First use', says: 'The brand, template or rule has sent few alerts or none.' },
  writer: { label: 'Writer', says: 'A language model wrote it, or its text was refused.' },
  audience: { label: 'Audience', says: 'From 100 people on, fully from 10,000. Public posts count more.' },
  hour: { label: 'Hour', says: 'At night or on a weekend, where the brand is.' },
  history: { label: 'History', says: 'Earlier alerts of the rule were rejected or edited.' },
  freshness: { label: 'Freshness', says: 'Older than 5 minutes, fully after an hour.' },
};

export const UNANSWERED_WORDS: Readonly<Record<Unanswered, string>> = {
  expire: 'Expire: nothing is sent',
  escalate: 'Ask the owners, for as long again',
  release: 'Send it without a review',
};

export const ROLE_LABELS = { owner: 'Owners', admin: 'Admins', approver: 'Approvers' } as const;

/** "Asks from a score of 60 · Two people · Waits 30 minutes, then asks the owners". */
export function policyInShort(content: PolicyContent): string {
  const { mode, asksFrom, needs, notAuthor, waitsMinutes, unanswered, hours } = content;
  const then = { expire: 'expires', escalate: 'asks the owners', release: 'is sent' }[unanswered];
  return [
    MODES[mode].name,
    ...(mode === 'smart' ? [`asks from a score of ${asksFrom}`] : []),
    ...(needs === 2 ? ['two people'] : []),
    ...(notAuthor ? ['never the author'] : []),
    ...(waitsMinutes === null
      ? []
      : [
          `waits ${waitsMinutes.toLocaleString('en')} ${waitsMinutes === 1 ? 'minute' : 'minutes'}, then ${then}`,
        ]),
    ...(hours === null ? [] : [`by itself only ${hours.from}–${hours.to}`]),
  ].join(' · ');
}
