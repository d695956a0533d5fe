import { useQuery } from '@tanstack/react-query';
import type { AlertChoices, AlertFilter } from '#src/shared/alert-list.ts';
import type { ChannelFace } from '#src/shared/channels.ts';
import { choicesQuery } from '../alert-choices.ts';
import { useChannels } from '#src/web/lib/channels.ts';
import { detectorFace } from '../detectors.ts';
import { type Choice, ChoiceMenu } from './choice-menu.tsx';
import type { useAlertFilter } from './use-alert-filter.ts';

type By = 'symbol' | 'detector' | 'rule' | 'brand' | 'channel';
type Change = ReturnType<typeof useAlertFilter>['set'];

const named = (items: readonly { id: string; name: string }[] = []): Choice[] =>
  items.map(({ id, name }) => ({ value: id, label: name }));

/** What a list of alerts, or figures of it, are narrowed to by what the workspace has. */
const MENUS: Record<
  By,
  { label: string; choices: (there: AlertChoices | undefined, channels: readonly ChannelFace[]) => Choice[] }
> = {
  symbol: {
    label: 'Symbol',
    choices: (there) =>
      there?.symbols.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name })) ?? [],
  },
  detector: {
    label: 'Condition',
    choices: (there) => there?.detectors.map((value) => ({ value, label: detectorFace(value).title })) ?? [],
  },
  rule: { label: 'Rule', choices: (there) => named(there?.rules) },
  brand: { label: 'Brand', choices: (there) => named(there?.brands) },
  channel: {
    label: 'Channel',
    choices: (_, channels) => channels.map(({ kind, title }) => ({ value: kind, label: title })),
  },
};

/** A menu for each of these, in this order. */
export function FilterMenus({ by, filter, set }: { by: readonly By[]; filter: AlertFilter; set: Change }) {
  const { data } = useQuery(choicesQuery);
  const channels = useChannels();
  return by.map((name) => (
    <ChoiceMenu
      key={name}
      label={MENUS[name].label}
      choices={MENUS[name].choices(data, channels)}
      chosen={filter[name] ?? []}
      onChange={(values) => set(chosen(name, values))}
    />
  ));
}

/** The change that puts these values in force; none of them is no filter. */
export function chosen(name: keyof AlertFilter, values: string[]): Parameters<Change>[0] {
  return { [name]: values.length > 0 ? (values as AlertFilter[typeof name]) : undefined };
}

/** The change that takes the whole filter out. */
export const cleared = (filter: AlertFilter): Parameters<Change>[0] =>
  Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]));
