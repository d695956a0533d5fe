import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { RECORD_WORD_MAX, type RecordFilterWords } from '#src/shared/ledger-search.ts';
import { choicesQuery } from '#src/web/dashboard/lib/alert-choices.ts';
import { OneMenu } from '#src/web/dashboard/lib/filter/one-menu.tsx';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { usePausedText } from '#src/web/dashboard/lib/use-paused-text.ts';
import { Button } from '#src/web/ui/button.tsx';
import { peopleQuery } from '../queries.ts';
import { ExportButtons } from './export-buttons.tsx';
import type { useRecordFilter } from './use-record-filter.ts';

/** About what, to whom, approved by whom, and when. */
export function FilterBar({
  filter,
  text,
  isEmpty,
  onChange,
  onClear,
}: {
  filter: RecordFilterWords;
  text: string;
  /** Nothing is found. */
  isEmpty: boolean;
  onChange: ReturnType<typeof useRecordFilter>['set'];
  onClear: () => void;
}) {
  const { data: choices } = useQuery(choicesQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const onWords = useCallback((q: string) => onChange({ q: q || undefined }, true), [onChange]);
  return (
    <search aria-label="Ledger" className="grid gap-2 pb-5">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Words"
          placeholder="Title or text"
          maxLength={RECORD_WORD_MAX}
          value={filter.q ?? ''}
          onChange={onWords}
        />
        <RecipientField value={filter.recipient ?? ''} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <OneMenu
          label="Symbol"
          choices={(choices?.symbols ?? []).map(({ symbol }) => ({ value: symbol, label: symbol }))}
          chosen={filter.symbol}
          onChange={(symbol) => onChange({ symbol })}
        />
        <OneMenu
          label="Brand"
          choices={(choices?.brands ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          chosen={filter.brand}
          onChange={(brand) => onChange({ brand })}
        />
        <OneMenu
          label="Approver"
          choices={people.map(({ userId, name }) => ({ value: userId, label: name }))}
          chosen={filter.approver}
          onChange={(approver) => onChange({ approver })}
        />
        <PeriodMenu period={{ from: filter.from, to: filter.to }} onChange={onChange} />
        {text === '' ? null : (
          <Button size="sm" variant="quiet" onClick={onClear}>
            Clear
          </Button>
        )}
        <ExportButtons filter={text} isEmpty={isEmpty} />
      </div>
    </search>
  );
}

function RecipientField({
  value,
  onChange,
}: {
  value: string;
  onChange: ReturnType<typeof useRecordFilter>['set'];
}) {
  const change = useCallback(
    (recipient: string) => onChange({ recipient: recipient || undefined }, true),
    [onChange],
  );
  const [text, setText] = usePausedText(value, change);
  return (
    <input
      type="text"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      aria-label="Recipient"
      placeholder="Recipient: email or place"
      maxLength={320}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="block h-9 w-full rounded-sm border border-edge bg-raised px-3 text-sm text-ink placeholder:text-ink-3 hover:border-ink-2 sm:w-72 pointer-coarse:h-11 pointer-coarse:text-[16px]"
    />
  );
}
