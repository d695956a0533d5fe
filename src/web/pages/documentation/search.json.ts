import { docPages } from '../../site/docs/pages.ts';
import { sectionsOf } from '../../site/docs/sections.ts';
import { apiSections } from '../../site/api/api-page.ts';

/** What the search of the documentation looks through, made at build. */
export async function GET(): Promise<Response> {
  return Response.json([...(await docPages()).flatMap(sectionsOf), ...apiSections()]);
}
