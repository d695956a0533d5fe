import { Select } from '#src/web/ui/select.tsx';
import type { Fields } from './fields.ts';
import { TRACKING_OPTIONS } from './tracking-words.ts';

/** Whether opens and clicks are counted, and what that takes. */
export function TrackingFields({ field }: Pick<Fields, 'field'>) {
  return (
    <Select
      label="Count"
      options={TRACKING_OPTIONS}
      hint="In the EU and the UK you usually need your readers’ consent, above all for opens. Say in your privacy notice what you count."
      {...field('tracking')}
    />
  );
}
