import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Plan, PlanId } from '#src/shared/plans.ts';
import { toast } from '#src/web/ui/toast/store.ts';

/** How long a chosen plan is shown as being processed (specification, section 4). */
const PROCESSING_MS = 1_000;

/** Choosing a plan leads on, after a second; nothing is changed or paid by it. One at a time. */
export function useSelectPlan(): { processing: PlanId | null; select: (plan: Plan) => void } {
  const [processing, setProcessing] = useState<PlanId | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  // A user who leaves in between isn't called back.
  useEffect(() => () => clearTimeout(timer.current), []);

  function select(plan: Plan): void {
    if (timer.current !== undefined) return;
    setProcessing(plan.id);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setProcessing(null);
      if (plan.monthlyCents === null) {
        void navigate('/contact-sales');
        return;
      }
      toast({
        title: 'Plan selected',
        description: `Your ${plan.name.dashboard} plan will be activated after payment`,
      });
      void navigate(`/checkout?plan=${plan.id}`);
    }, PROCESSING_MS);
  }
  return { processing, select };
}
