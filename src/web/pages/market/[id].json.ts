import { choices } from '../../site/landing/hero/choices.ts';

/** The series of the live demonstration, one file each, fetched when a visitor chooses it. */
export const getStaticPaths = () =>
  choices.map(({ series }) => ({ params: { id: series.id }, props: { series } }));

export const GET = ({ props }: { props: { series: object } }): Response => Response.json(props.series);
