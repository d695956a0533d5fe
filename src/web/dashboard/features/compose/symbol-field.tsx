import { useQuery } from '@tanstack/react-query';
import { instrumentQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { useInstrumentSearch } from '#src/web/dashboard/lib/instruments/use-instrument-search.ts';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { Field } from '#src/web/ui/field.tsx';

const NONE = { value: '', label: 'No symbol', hint: 'An announcement' };

/** What the alert is about: a symbol that the workspace sees, or none. */
export function SymbolField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (symbol: string) => void;
}) {
  const { text, setText, instruments, ...found } = useInstrumentSearch();
  const { data } = useQuery({ ...instrumentQuery(value), enabled: value !== '' });
  const groups = [
    ...(text === '' || text === null ? [{ title: 'Without', options: [NONE] }] : []),
    {
      title: 'Instruments',
      options: instruments.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name })),
    },
  ];
  return (
    <Field label="Symbol" error={error}>
      {(control) => (
        <Combobox
          {...control}
          placeholder="Search a symbol or a name"
          chosen={value === '' ? NONE.label : data ? `${data.symbol} · ${data.name}` : value}
          value={value}
          found={{ ...found, groups }}
          onSearch={setText}
          onChoose={onChange}
        />
      )}
    </Field>
  );
}
