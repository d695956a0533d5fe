import { useInstrumentSearch } from '#src/web/dashboard/lib/instruments/use-instrument-search.ts';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { Field } from '#src/web/ui/field.tsx';

/** Finds symbols by part of their symbol or name and adds them to a list. `said`: the result of the last one. */
export function AddSymbol({ said, onAdd }: { said: string; onAdd: (symbol: string) => void }) {
  const { setText, instruments, ...found } = useInstrumentSearch();
  const choices = instruments.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }));
  return (
    <div>
      <Field label="Find one to add">
        {(control) => (
          <Combobox
            {...control}
            placeholder="A part of a symbol or a name"
            chosen=""
            value=""
            found={{ ...found, groups: [{ options: choices }] }}
            onSearch={setText}
            onChoose={onAdd}
          />
        )}
      </Field>
      <output className="mt-1.5 block min-h-5 text-sm text-ink-2">{said}</output>
    </div>
  );
}
