import type { Language } from '#src/shared/content/answer.ts';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * True sentences that a writer might put around claims, 40 per language, written before the framing sentences of the
 * gate were. How many of them pass says how much of natural writing the gate lets through.
 */
export const FRAMINGS: Readonly<Record<Language, readonly string[]>> = {
  en: lines(`
    Here is what happened.
    Here are the details.
    The chart below shows the event.
    Our desk is watching {name}.
    {brand} keeps an eye on {symbol} for its readers.
    Details follow.
    For context, here are the figures.
    The table below lists the prices.
    Readers who follow {name} will find the figures here.
    This alert was triggered by a rule on {name}.
    The rule works on {bars}.
    A summary for readers of {brand}.
    This is a short note on {name}.
    The figures come from market data.
    You can find the numbers in the table.
    That is what the data say.
    For those who follow {symbol}, these are the facts.
    Our rule on {name} triggered {when}.
    The event took place {when}.
    Let us look at the figures.
    A quick look at {name}.
    In brief, this is what the rule saw.
    The chart has the full picture.
    All figures can be checked against the stored data.
    We are following {name} closely.
    Here is the background.
    Some context on the event follows.
    The numbers at a glance.
    This update covers {name}.
    The rule monitors {bars} of {symbol}.
    See the chart for the event.
    The details of the event are set out in the table.
    Thank you for reading {brand}.
    We thought you would want to know.
    The table puts the event in context.
    An event in {name} met the conditions of our rule.
    The following figures describe the event.
    The chart and the table have the details.
    You receive this alert because you follow {name}.
    That sums up the event in {symbol}.
  `),
  de: lines(`
    Das ist passiert.
    Hier sind die Einzelheiten.
    Der Chart unten zeigt das Ereignis.
    Unsere Redaktion beobachtet {name}.
    {brand} behält {symbol} für Sie im Blick.
    Einzelheiten folgen.
    Zur Einordnung die Zahlen.
    Die Tabelle unten nennt die Kurse.
    Wer {name} verfolgt, findet hier die Daten.
    Diese Meldung wurde von einer Regel für {name} ausgelöst.
    Die Regel arbeitet mit {bars}.
    Eine Zusammenfassung für die Leser von {brand}.
    Dies ist eine kurze Notiz zu {name}.
    Die Daten stammen vom Markt.
    Die Kurse finden Sie in der Tabelle.
    Das sagen die Daten.
    Für alle, die {symbol} verfolgen, hier die Fakten.
    Unsere Regel für {name} hat {when} ausgelöst.
    Das Ereignis fand {when} statt.
    Werfen wir einen Blick auf die Daten.
    Ein kurzer Blick auf {name}.
    Kurz gefasst: Das hat die Regel gesehen.
    Der Chart zeigt das ganze Bild.
    Alle Angaben lassen sich anhand der gespeicherten Daten prüfen.
    Wir verfolgen {name} genau.
    Hier ist der Hintergrund.
    Es folgt der Zusammenhang.
    Die Daten auf einen Blick.
    Diese Meldung behandelt {name}.
    Die Regel überwacht {bars} von {symbol}.
    Das Ereignis ist im Chart zu sehen.
    Die Einzelheiten des Ereignisses sind in der Tabelle aufgeführt.
    Vielen Dank, dass Sie {brand} lesen.
    Wir wollten Sie informieren.
    Die Tabelle ordnet das Ereignis ein.
    Ein Ereignis in {name} erfüllte die Bedingungen unserer Regel.
    Die folgenden Angaben beschreiben das Ereignis.
    Chart und Tabelle enthalten die Einzelheiten.
    Sie erhalten diese Meldung, da Sie {name} verfolgen.
    Damit ist das Ereignis in {symbol} beschrieben.
  `),
  es: lines(`
    Esto es lo que ocurrió.
    Estos son los detalles.
    El gráfico siguiente muestra el evento.
    Nuestra redacción sigue {name}.
    {brand} vigila {symbol} para sus lectores.
    Siguen los detalles.
    Para dar contexto, estos son los datos.
    La tabla recoge los precios.
    Quienes siguen {name} encontrarán aquí los datos.
    Esta alerta procede de una regla sobre {name}.
    La regla trabaja con {bars}.
    Un resumen para los lectores de {brand}.
    Esta es una nota breve sobre {name}.
    Los datos proceden del mercado.
    Las cifras se encuentran en la tabla.
    Eso es lo que dicen los datos.
    Para quienes siguen {symbol}, estos son los hechos.
    Nuestra regla sobre {name} se activó {when}.
    El evento tuvo lugar {when}.
    Veamos los datos.
    Un vistazo a {name}.
    En resumen, esto es lo que vio la regla.
    El gráfico ofrece el cuadro completo.
    Todos los datos se pueden comprobar con la evidencia guardada.
    Seguimos {name} de cerca.
    Este es el contexto.
    A continuación, algo de contexto.
    Los datos de un vistazo.
    Esta alerta trata de {name}.
    La regla vigila {bars} de {symbol}.
    El evento se ve en el gráfico.
    Los detalles del evento se exponen en la tabla.
    Gracias por leer {brand}.
    Queríamos informarle.
    La tabla pone el evento en contexto.
    Un evento en {name} cumplió las condiciones de nuestra regla.
    Los siguientes datos describen el evento.
    El gráfico y la tabla recogen los detalles.
    Recibe esta alerta porque sigue {name}.
    Este es el resumen del evento en {symbol}.
  `),
  fr: lines(`
    Voici ce qui s’est passé.
    Voici les détails.
    Le graphique ci-dessous montre l’événement.
    Notre rédaction suit {name}.
    {brand} surveille {symbol} pour ses lecteurs.
    Les détails suivent.
    Pour situer, voici les données.
    Le tableau ci-dessous donne les cours.
    Ceux qui suivent {name} trouveront ici les données.
    Cette alerte vient d’une règle sur {name}.
    La règle s’appuie sur les {bars}.
    Un résumé pour les lecteurs de {brand}.
    Voici une brève note sur {name}.
    Les données viennent du marché.
    Les chiffres se trouvent dans le tableau.
    C’est ce que disent les données.
    Pour ceux qui suivent {symbol}, voici les faits.
    Notre règle sur {name} s’est déclenchée {when}.
    L’événement a eu lieu {when}.
    Regardons les données.
    Un coup d’œil sur {name}.
    En bref, voici ce que la règle a vu.
    Le graphique donne une vue d’ensemble.
    Toutes les données peuvent être vérifiées.
    Nous suivons {name} de près.
    Voici le contexte.
    Quelques éléments de contexte suivent.
    Les données en un coup d’œil.
    Cette alerte porte sur {name}.
    La règle surveille les {bars} de {symbol}.
    L’événement est visible sur le graphique.
    Les détails de l’événement sont exposés dans le tableau.
    Merci de lire {brand}.
    Nous tenions à vous informer.
    Le tableau met l’événement en contexte.
    Un événement sur {name} a rempli les conditions de notre règle.
    Les données suivantes décrivent l’événement.
    Le graphique et le tableau contiennent les détails.
    Vous recevez cette alerte parce que vous suivez {name}.
    Voilà pour l’événement sur {symbol}.
  `),
  pt: lines(`
    Isto é o que aconteceu.
    Aqui estão os detalhes.
    O gráfico abaixo mostra o evento.
    Nossa redação acompanha {name}.
    {brand} monitora {symbol} para seus leitores.
    Seguem os detalhes.
    Para contexto, estes são os dados.
    A tabela traz os preços.
    Quem acompanha {name} encontra aqui os dados.
    Este alerta vem de uma regra sobre {name}.
    A regra trabalha com {bars}.
    Um resumo para os leitores de {brand}.
    Esta é uma nota breve sobre {name}.
    Os dados vêm do mercado.
    Os números estão na tabela.
    É o que dizem os dados.
    Para quem acompanha {symbol}, estes são os fatos.
    Nossa regra sobre {name} foi acionada {when}.
    O evento ocorreu {when}.
    Vejamos os dados.
    Um olhar sobre {name}.
    Em resumo, foi isto que a regra viu.
    O gráfico traz o quadro completo.
    Todos os dados podem ser conferidos na evidência guardada.
    Acompanhamos {name} de perto.
    Este é o contexto.
    A seguir, um pouco de contexto.
    Os dados em resumo.
    Este alerta trata de {name}.
    A regra monitora {bars} de {symbol}.
    O evento aparece no gráfico.
    Os detalhes do evento constam da tabela.
    Obrigado por ler {brand}.
    Queríamos informar você.
    A tabela põe o evento em contexto.
    Um evento em {name} cumpriu as condições da nossa regra.
    Os dados a seguir descrevem o evento.
    O gráfico e a tabela trazem os detalhes.
    Você recebe este alerta porque acompanha {name}.
    Este é o resumo do evento em {symbol}.
  `),
  ja: lines(`
    出来事は次のとおりです。
    詳細は以下のとおりです。
    下のチャートがイベントを示しています。
    当社は{name}を見守っています。
    {brand}は読者のために{symbol}を追っています。
    詳細をお伝えします。
    参考までに、データを掲載します。
    表に価格を掲載しています。
    {name}を追う読者のためのデータです。
    このアラートは{name}のルールから生まれました。
    ルールは{bars}を使っています。
    {brand}の読者のための要約です。
    {name}についての短いお知らせです。
    データは市場から取得しています。
    数値は表にあります。
    これがデータの示すところです。
    {symbol}を追う方のための事実です。
    {name}のルールが{when}作動しました。
    イベントは{when}起きました。
    データを見ていきます。
    {name}の概要です。
    要するに、ルールが捉えたのは次の内容です。
    チャートで全体像を確認できます。
    すべての数値は保存されたデータで確認できます。
    当社は{name}を注視しています。
    背景は次のとおりです。
    以下に補足します。
    データの一覧です。
    このアラートは{name}を取り上げます。
    ルールは{symbol}の{bars}を監視しています。
    イベントはチャートで確認できます。
    イベントの詳細は表に記載しています。
    {brand}をお読みいただきありがとうございます。
    お知らせいたします。
    表はイベントの概要をまとめたものです。
    {name}のイベントがルールの条件を満たしました。
    以下の数値がイベントを表しています。
    チャートと表に詳細があります。
    {name}をフォローしている方にお届けしています。
    以上が{symbol}のイベントの概要です。
  `),
};
