import { Check, Circle } from 'lucide-react';
import { PASSWORD_CHECKS } from './validate.ts';
import { cx } from '#src/web/ui/cx.ts';

/** Three indicators that follow the typing. They inform and never hold the form back. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-label="A strong password has">
      {PASSWORD_CHECKS.map(({ label, test }) => {
        const met = test(password);
        const Icon = met ? Check : Circle;
        return (
          <li key={label} className={cx('flex items-center gap-1.5', met ? 'text-ink' : 'text-ink-3')}>
            <Icon size={met ? 14 : 8} className="w-3.5" strokeWidth={2.5} aria-hidden="true" />
            {label}
            <span className="sr-only">{met ? ': yes' : ': not yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}
