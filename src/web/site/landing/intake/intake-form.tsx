import { LoaderCircle } from 'lucide-react';
import { buttonClass, NOT_RESTORED } from '#src/web/ui/button.tsx';
import { IntakeFields } from './fields.tsx';

/** The form in the page: it works by a plain POST until its script (take-over.ts) has come. */
export function IntakeForm() {
  return (
    <form data-form="intake" method="post" action="/forms/intake" noValidate className="grid gap-7">
      <IntakeFields />
      <button
        type="submit"
        {...NOT_RESTORED}
        className={`group ${buttonClass('primary')} w-full sm:w-auto sm:justify-self-start`}
      >
        <span className="group-aria-busy:hidden">Request a Plan</span>
        <span className="hidden items-center gap-2 group-aria-busy:inline-flex">
          <LoaderCircle size={16} className="animate-spin" aria-hidden="true" />
          Submitting...
        </span>
      </button>
    </form>
  );
}
