import { useQuery } from '@tanstack/react-query';
import type { StoredRule, Watchlist } from '#src/shared/rules/stored.ts';
import { factsOf } from '#src/web/dashboard/lib/instruments/facts.ts';
import { instrumentQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { useInstrumentSearch } from '#src/web/dashboard/lib/instruments/use-instrument-search.ts';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { Field } from '#src/web/ui/field.tsx';

const LIST = 'list:';
const listText = ({ name, symbols }: Watchlist): string => `Watchlist ${name} (${symbols.length})`;

/** What the rule watches: an instrument, which is searched on the server, or one of the workspace's watchlists. */
export function TargetField({
  value,
  rule,
  watchlists,
  error,
  onChange,
}: {
  /** A symbol, or `list:` and the id of a watchlist; '' for nothing yet. */
  value: string;
  /** As it is stored: it names what cannot be looked up. */
  rule: StoredRule | null;
  watchlists: readonly Watchlist[];
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { text, setText, instruments, ...found } = useInstrumentSearch();
  const isSymbol = value !== '' && !value.startsWith(LIST);
  const { data: watched } = useQuery({ ...instrumentQuery(value), enabled: isSymbol });
  const list = watchlists.find(({ id }) => value === LIST + id);
  const words = text?.trim().toLowerCase() ?? '';
  const groups = [
    {
      title: 'Instruments',
      options: instruments.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name })),
    },
    {
      title: 'Watchlists',
      options: watchlists
        .filter(({ name }) => `watchlist ${name}`.toLowerCase().includes(words))
        .map((each) => ({ value: LIST + each.id, label: listText(each) })),
    },
  ];
  const chosen = isSymbol
    ? watched
      ? `${watched.symbol} · ${watched.name}`
      : value
    : list
      ? listText(list)
      : value === ''
        ? ''
        : `Watchlist ${rule?.watchlist?.name ?? ''}`;
  return (
    <Field
      label="Symbol or watchlist"
      error={error}
      hint={watched && isSymbol ? factsOf(watched) : undefined}
    >
      {(control) => (
        <Combobox
          {...control}
          placeholder="Search by symbol, name or watchlist"
          chosen={chosen}
          value={value}
          found={{ ...found, groups }}
          onSearch={setText}
          onChoose={onChange}
        />
      )}
    </Field>
  );
}
