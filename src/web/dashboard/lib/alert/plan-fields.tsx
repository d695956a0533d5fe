import { TextField } from '#src/web/ui/text-field.tsx';
import { ZoneField } from '#src/web/ui/zone-field.tsx';

/** A date and a time in a named time zone. */
export function PlanFields({
  local,
  timeZone,
  problem,
  note,
  onChange,
}: {
  local: string;
  timeZone: string;
  problem: string | null;
  /** What there is to say about that time. */
  note: string | null;
  onChange: (change: { local?: string; timeZone?: string }) => void;
}) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Date and time"
        type="datetime-local"
        value={local}
        error={problem ?? undefined}
        hint={note ?? undefined}
        onChange={({ target }) => onChange({ local: target.value.slice(0, 16) })}
      />
      <ZoneField
        label="Time zone"
        value={timeZone}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
    </div>
  );
}
