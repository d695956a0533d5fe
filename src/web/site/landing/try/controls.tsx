import { CircleAlert } from 'lucide-react';
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

/** One of few: all of them in sight, one tap each. */
function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex h-11 items-center rounded-sm border border-edge px-4 text-base text-ink-2 hover:text-ink has-checked:border-ink has-checked:bg-sunk has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
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
      className="grid gap-4 max-sm:w-full sm:auto-cols-[minmax(8rem,12rem)] sm:grid-flow-col [&[hidden]]:hidden"
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
      className="isolate noscript:hidden"
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Choice
          name="record"
          label="Symbol"
          value={DEFAULTS.record}
          options={records.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice
          name="detector"
          label="Condition"
          value={DEFAULTS.detector}
          options={detectors.map(({ name, title }) => ({ value: name, label: title }))}
        />
        {detectors.map((detector) => (
          <Params key={detector.name} detector={detector} />
        ))}
      </div>
      <div className="mt-2 flex min-h-5 items-start gap-1.5 text-sm text-fault has-[p:empty]:[&>svg]:hidden">
        <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        <p id="try-error" data-try="error" aria-live="polite" />
      </div>
    </form>
  );
}
