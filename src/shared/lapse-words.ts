/** What happens when nobody decides, before its time. */
export const LAPSE_WORDS = {
  expire: 'It expires',
  escalate: 'The owners are asked',
  release: 'It’s sent without a review',
} as const;
