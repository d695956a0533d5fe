import type { Draft } from './form.ts';

export const FREQUENCIES: readonly { value: Draft['frequency']; label: string }[] = [
  { value: 'every_time', label: 'Every time it becomes true' },
  { value: 'once_per_bar', label: 'Once on every bar, as soon as it is true' },
  { value: 'once_per_bar_close', label: 'On every bar that closes with it true' },
  { value: 'minutes', label: 'At most once in so many minutes' },
  { value: 'once', label: 'Once, and never again' },
];

export const frequencyLabel = (frequency: Draft['frequency']): string =>
  FREQUENCIES.find(({ value }) => value === frequency)?.label ?? frequency;
