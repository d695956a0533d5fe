import { ChevronLeft, ChevronRight } from 'lucide-react';
import { importanceOptions, kindOptions } from '#src/web/dashboard/lib/calendar.ts';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { usePausedText } from '#src/web/dashboard/lib/use-paused-text.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { dayAfter, dayTitle, mondayOf, ZONE } from './days.ts';

const KINDS = kindOptions('All kinds');
const LEAST = importanceOptions('Any importance');

/** Which week is shown, and what of it. `from`: its Monday; `set` writes a word of the address. */
export function WeekBar({
  from,
  today,
  search,
  set,
}: {
  from: string;
  today: string;
  search: URLSearchParams;
  set: (name: string, value: string) => void;
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <Button size="icon" aria-label="The week before" onClick={() => set('week', dayAfter(from, -7))}>
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <Button size="icon" aria-label="The week after" onClick={() => set('week', dayAfter(from, 7))}>
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
        <Button size="sm" disabled={from === mondayOf(today)} onClick={() => set('week', '')}>
          This week
        </Button>
        <p className="text-sm text-ink-2" aria-live="polite">
          {dayTitle(from)} to {dayTitle(dayAfter(from, 6))}
          <span className="text-ink-3"> · times in {ZONE.replaceAll('_', ' ')}</span>
        </p>
        <div className="w-full sm:ml-auto sm:w-auto">
          <SearchBox
            label="Search the calendar"
            placeholder="Title or symbol"
            maxLength={100}
            value={search.get('q') ?? ''}
            onChange={(words) => set('q', words)}
          />
        </div>
      </div>
      <form
        aria-label="Filter"
        className="grid grid-cols-2 gap-x-4 gap-y-3 pb-6 lg:grid-cols-3"
        onSubmit={(event) => event.preventDefault()}
      >
        <Select
          label="Kind"
          options={KINDS}
          value={search.get('kind') ?? ''}
          onChange={(event) => set('kind', event.target.value)}
        />
        <Select
          label="Importance"
          options={LEAST}
          value={search.get('importance') ?? ''}
          onChange={(event) => set('importance', event.target.value)}
        />
        <div className="col-span-2 lg:col-span-1">
          <PlaceField value={search.get('place') ?? ''} onChange={(place) => set('place', place)} />
        </div>
      </form>
    </>
  );
}

function PlaceField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = usePausedText(value, onChange);
  return (
    <TextField
      label="Country or currency"
      autoComplete="off"
      maxLength={40}
      placeholder="US, EUR"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
