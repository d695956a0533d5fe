import { Check, X } from 'lucide-react';
import { drafts } from '../subjects/apple.ts';
import { ChartFrame } from './chart-frame.tsx';

export function DraftChecks() {
  return (
    <ChartFrame
      title={`${drafts.length} sentences before a check of figures`}
      source="The evidence holds the two closes, the change and the rule. Each verdict is what our own check answers."
    >
      <ol className="border-t border-rule">
        {drafts.map(({ text, passes, why }) => (
          <li
            key={text}
            className="grid gap-x-8 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[minmax(0,1fr)_104px]"
          >
            <p className="headline text-lg font-normal">{text}</p>
            <p className="flex items-center gap-1.5 self-start pt-1 font-sans text-sm sm:row-span-2 sm:justify-end">
              {passes ? <Check size={15} aria-hidden="true" /> : <X size={15} aria-hidden="true" />}
              {passes ? 'Passes' : 'Refused'}
            </p>
            <p className="font-sans text-sm text-ink-2">{why}</p>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
