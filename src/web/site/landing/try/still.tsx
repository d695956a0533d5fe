import { preview } from './preview.ts';
import { Results } from './results.tsx';
import { StillChart } from './still-chart.tsx';

/** The results before anyone has touched the section: the default rule over the default record. */
export function Still() {
  const { bars, note, unit, outcome } = preview();
  return (
    <Results outcome={outcome} unit={unit} note={note} chart={<StillChart bars={bars} outcome={outcome} />} />
  );
}
