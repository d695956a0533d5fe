import type { Draft } from './form.ts';

export const FREQUENCIES: readonly { value: Draft['frequency']; label: string }[] = [
  { value: 'every_time', label: 'Every time it becomes true' },
  { value: 'once_per_bar', label: 'Once per bar' },
  { value: 'once_per_bar_close', label: 'Once per bar close' },
  { value: 'minutes', label: 'At most every few minutes' },
  { value: 'once', label: 'Only once' },
];

export const frequencyLabel = (frequency: Draft['frequency']): string =>
  FREQUENCIES.find(({ value }) => value === frequency)?.label ?? frequency;
