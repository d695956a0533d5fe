import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RegisteredDetector } from '#src/engine/detectors/register.ts';
import { controlClass } from '#src/web/ui/field.tsx';
import { DEFAULTS } from './defaults.ts';
import { paramId, paramLabel } from './params.ts';

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

function Choice({
  id,
  name,
  label,
  value,
  options,
}: {
  id: string;
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <Labelled id={id} label={label}>
      <div className="relative">
        <select id={id} name={name} defaultValue={value} className={`${controlClass} appearance-none pr-10`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2"
          aria-hidden="true"
        />
      </div>
    </Labelled>
  );
}

/** One group of figures per condition; only that of the chosen one is there to see and to use. */
function Params({ detector }: { detector: RegisteredDetector }) {
  const isShown = detector.name === DEFAULTS.detector;
  return (
    <fieldset
      data-params={detector.name}
      hidden={!isShown}
      disabled={!isShown}
      className="col-span-full grid gap-4 [&[hidden]]:hidden sm:col-span-1 sm:auto-cols-fr sm:grid-flow-col"
    >
      <legend className="sr-only">{detector.title}</legend>
      {Object.entries(detector.defaults).map(([param, value]) => (
        <Labelled key={param} id={paramId(detector.name, param)} label={paramLabel(param)}>
          <input
            id={paramId(detector.name, param)}
            name={param}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={String(value)}
            aria-describedby="try-error"
            className={`${controlClass} figure`}
          />
        </Labelled>
      ))}
    </fieldset>
  );
}

/**
 * Native controls, the same before and after the script has come: what is typed while it loads is not lost.
 * Without script there is no one to answer, so nothing is asked.
 */
export function Controls({
  records,
  detectors,
}: {
  records: readonly { id: string; name: string }[];
  detectors: readonly RegisteredDetector[];
}) {
  return (
    <form
      data-try="form"
      noValidate
      autoComplete="off"
      aria-label="A rule to try"
      className="noscript:hidden"
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          id="try-record"
          name="record"
          label="Symbol"
          value={DEFAULTS.record}
          options={records.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice
          id="try-detector"
          name="detector"
          label="Condition"
          value={DEFAULTS.detector}
          options={detectors.map(({ name, title }) => ({ value: name, label: title }))}
        />
        {detectors.map((detector) => (
          <Params key={detector.name} detector={detector} />
        ))}
      </div>
      <p id="try-error" data-try="error" aria-live="polite" className="mt-2 min-h-5 text-sm text-fault" />
    </form>
  );
}
