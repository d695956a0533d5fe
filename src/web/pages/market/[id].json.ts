import { choices } from '../../site/landing/hero/choices.ts';
import { RECORDED } from '../../site/market/recorded.ts';

/** What the live demonstrations fetch when a visitor uses them: the hero's series and the whole records. */
export const getStaticPaths = () =>
  [...choices.map(({ series, charts }) => ({ ...series, charts })), ...RECORDED].map((series) => ({
    params: { id: series.id },
    props: { series },
  }));

export const GET = ({ props }: { props: { series: object } }): Response => Response.json(props.series);
