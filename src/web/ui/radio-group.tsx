import { useId } from 'react';

type RadioGroupProps = {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** Two to four choices side by side, one of them taken: native radio buttons in one hairline frame. */
export function RadioGroup({ legend, name, value, options, onChange }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col divide-x divide-edge rounded-sm border border-edge bg-raised">
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${id}-${option.value}`}
            className="flex h-11 items-center gap-3 px-3 text-base has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass"
          >
            <input
              id={`${id}-${option.value}`}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4 outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
