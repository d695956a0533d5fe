import type { Language } from '#src/shared/content/answer.ts';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Sentences that must not go out, 40 per language, written before the framing sentences were: untrue or unknown of the
 * event, about something else, a cause, the future, advice, or a denial of the claim beside them.
 */
export const UNTRUE: Readonly<Record<Language, readonly string[]>> = {
  en: lines(`
    {name} went to the moon {when}.
    Sellers were in full control of {name}.
    The bottom fell out of {symbol}.
    Trading in {symbol} was suspended by the exchange.
    Take this alert with a grain of salt.
    The figures in this alert are fiction.
    Ignore the chart.
    Readers of {brand} should act on the details in the table.
    The rule for {name} is broken.
    The data for {symbol} are not complete.
    What the table shows is only part of the story.
    Nobody at our desk believes these figures.
    Here is what the chart hides.
    Our desk is watching gold as well.
    {brand} owns shares in {name}.
    The company behind {symbol} is in trouble.
    The central bank was watching too.
    It came out of the blue.
    Bad news from the boardroom did it.
    Oil tells the same story.
    Our readers made a fortune.
    Expect fireworks at the open.
    The party is over for {name}.
    {name} has turned a corner.
    The worst is behind us.
    This is the start of something big.
    The rule saw it coming.
    Follow {name} into the close and you will not regret it.
    The event was confirmed by the regulator.
    Our analysts wrote this alert by hand.
    The rule did not trigger.
    The chart for {name} looks ugly.
    The prices are wrong.
    The smart money has left {symbol}.
    Everybody wants a piece of {name}.
    The table shows that it paid to wait.
    It happened again.
    Volume dried up in {name}.
    The event in {name} was a mistake of the data.
    The opposite is the case.
  `),
  de: lines(`
    {name} geriet unter die Räder.
    Die Verkäufer hatten bei {name} das Sagen.
    Bei {symbol} gab es kein Halten.
    Der Handel mit {symbol} wurde ausgesetzt.
    Diese Meldung ist mit Vorsicht zu genießen.
    Die Angaben in dieser Meldung sind frei erfunden.
    Der Chart führt in die Irre.
    Leser von {brand} sollten auf die Tabelle reagieren.
    Die Regel für {name} ist fehlerhaft.
    Die Daten für {symbol} sind nicht vollständig.
    Die Tabelle zeigt nur die halbe Wahrheit.
    Niemand in unserer Redaktion glaubt diesen Angaben.
    Hier steht, was der Chart verschweigt.
    Unsere Redaktion beobachtet auch den Goldpreis.
    {brand} hält Aktien von {name}.
    Das Unternehmen hinter {symbol} steckt in Schwierigkeiten.
    Auch die Notenbank schaute hin.
    Es kam aus heiterem Himmel.
    Schlechte Nachrichten aus dem Vorstand waren der Auslöser.
    Beim Ölpreis zeigt sich das Gleiche.
    Unsere Leser haben ein Vermögen gemacht.
    Zur Eröffnung ist ein Feuerwerk zu erwarten.
    Die Party bei {name} ist vorbei.
    {name} hat die Kurve bekommen.
    Das Schlimmste ist überstanden.
    Das ist der Anfang von etwas Großem.
    Die Regel hat es kommen sehen.
    Folgen Sie {name} in den Schluss, Sie bereuen es nicht.
    Die Aufsicht hat das Ereignis bestätigt.
    Unsere Analysten haben diese Meldung selbst geschrieben.
    Die Regel hat nicht ausgelöst.
    Der Chart von {name} sieht hässlich aus.
    Die Kurse stimmen so nicht.
    Die Profis haben {symbol} verlassen.
    Jeder will ein Stück von {name}.
    Die Tabelle zeigt, dass Geduld belohnt wird.
    Es ist wieder passiert.
    Die Umsätze in {name} trockneten aus.
    Das Ereignis in {name} war ein Datenfehler.
    Das Gegenteil ist der Fall.
  `),
  es: lines(`
    {name} tocó el cielo {when}.
    Los vendedores mandaron en {name}.
    {symbol} se vino abajo.
    La negociación de {symbol} fue suspendida.
    Esta alerta debe tomarse con cautela.
    Los datos de esta alerta son inventados.
    El gráfico engaña.
    Los lectores de {brand} deben actuar según la tabla.
    La regla de {name} está mal.
    Los datos de {symbol} no están completos.
    La tabla muestra solo una parte de la historia.
    Nadie en nuestra redacción cree estos datos.
    Esto es lo que oculta el gráfico.
    Nuestra redacción sigue también el oro.
    {brand} posee acciones de {name}.
    La empresa detrás de {symbol} está en apuros.
    El banco central también miraba.
    Llegó como un rayo en cielo sereno.
    Las malas noticias del consejo tuvieron la culpa.
    El petróleo cuenta la misma historia.
    Nuestros lectores hicieron una fortuna.
    Se esperan fuegos artificiales en la apertura.
    Se acabó la fiesta para {name}.
    {name} ha dado la vuelta a la esquina.
    Lo peor ya pasó.
    Es el comienzo de algo grande.
    La regla lo vio venir.
    Siga a {name} hasta el cierre y no se arrepentirá.
    El regulador confirmó el evento.
    Nuestros analistas escribieron esta alerta a mano.
    La regla no se activó.
    El gráfico de {name} da miedo.
    Los precios están equivocados.
    El dinero inteligente salió de {symbol}.
    Todos quieren un pedazo de {name}.
    La tabla muestra que valió la pena esperar.
    Ha vuelto a ocurrir.
    El volumen se secó en {name}.
    El evento en {name} fue un error de los datos.
    Es todo lo contrario.
  `),
  fr: lines(`
    {name} a pris l’eau {when}.
    Les vendeurs ont mené la danse sur {name}.
    {symbol} a touché le fond.
    La cotation de {symbol} a été suspendue.
    Cette alerte est à prendre avec des pincettes.
    Les données de cette alerte sont inventées.
    Le graphique est trompeur.
    Les lecteurs de {brand} doivent agir selon le tableau.
    La règle de {name} est défaillante.
    Les données de {symbol} ne sont pas complètes.
    Le tableau ne montre qu’une partie de l’histoire.
    Personne à la rédaction ne croit ces données.
    Voici ce que le graphique cache.
    Notre rédaction suit aussi l’or.
    {brand} détient des actions de {name}.
    La société derrière {symbol} est en difficulté.
    La banque centrale regardait aussi.
    C’est arrivé comme un coup de tonnerre.
    De mauvaises nouvelles de la direction en sont la cause.
    Le pétrole raconte la même histoire.
    Nos lecteurs ont fait fortune.
    Un feu d’artifice est attendu à l’ouverture.
    La fête est finie pour {name}.
    {name} a passé le cap.
    Le pire est derrière nous.
    C’est le début de quelque chose de grand.
    La règle l’avait vu venir.
    Suivez {name} jusqu’à la clôture, vous ne le regretterez pas.
    Le régulateur a confirmé l’événement.
    Nos analystes ont rédigé cette alerte à la main.
    La règle ne s’est pas déclenchée.
    Le graphique de {name} fait peur.
    Les cours sont faux.
    Les initiés ont quitté {symbol}.
    Tout le monde veut sa part de {name}.
    Le tableau montre que la patience paie.
    Cela s’est reproduit.
    Les volumes se sont taris sur {name}.
    L’événement sur {name} était une erreur de données.
    C’est tout le contraire.
  `),
  pt: lines(`
    {name} foi às nuvens {when}.
    Os vendedores mandaram em {name}.
    {symbol} foi ladeira abaixo.
    A negociação de {symbol} foi suspensa.
    Este alerta deve ser visto com cautela.
    Os dados deste alerta são inventados.
    O gráfico engana.
    Os leitores de {brand} devem agir conforme a tabela.
    A regra de {name} está errada.
    Os dados de {symbol} não estão completos.
    A tabela mostra só uma parte da história.
    Ninguém na nossa redação acredita nestes dados.
    Isto é o que o gráfico esconde.
    Nossa redação acompanha também o ouro.
    {brand} possui ações de {name}.
    A empresa por trás de {symbol} está em apuros.
    O banco central também olhava.
    Veio como um raio em céu azul.
    As más notícias do conselho foram a culpa.
    O petróleo conta a mesma história.
    Nossos leitores fizeram fortuna.
    Esperam-se fogos de artifício na abertura.
    A festa acabou para {name}.
    {name} virou a página.
    O pior já passou.
    É o começo de algo grande.
    A regra viu isso chegando.
    Siga {name} até o fechamento e não vai se arrepender.
    O regulador confirmou o evento.
    Nossos analistas escreveram este alerta à mão.
    A regra não foi acionada.
    O gráfico de {name} dá medo.
    Os preços estão errados.
    O dinheiro esperto saiu de {symbol}.
    Todos querem um pedaço de {name}.
    A tabela mostra que valeu a pena esperar.
    Aconteceu de novo.
    O volume secou em {name}.
    O evento em {name} foi um erro dos dados.
    É exatamente o contrário.
  `),
  ja: lines(`
    {name}は天に昇る勢いでした。
    {name}は売り手の独壇場でした。
    {symbol}は総崩れです。
    {symbol}の取引は停止されました。
    このアラートは話半分にお読みください。
    このアラートのデータは作り物です。
    チャートは当てになりません。
    {brand}の読者は表に従って動くべきです。
    {name}のルールは壊れています。
    {symbol}のデータはそろっていません。
    表が示すのは話の一部だけです。
    当社の誰もこのデータを信じていません。
    チャートが隠していることを説明します。
    当社は金も見守っています。
    {brand}は{name}の株を持っています。
    {symbol}の会社は困っています。
    中央銀行も見ていました。
    まさに青天の霹靂でした。
    経営陣の悪い知らせが引き金です。
    原油も同じ話を語っています。
    読者は一財産を築きました。
    寄り付きは花火が上がります。
    {name}の宴は終わりました。
    {name}は山を越えました。
    悪い時期は去りました。
    これは大きな物語の始まりです。
    ルールはこれを予見していました。
    {name}に付いていけば後悔しません。
    当局がイベントを確認しました。
    当社のアナリストがこのアラートを書きました。
    ルールは作動していません。
    {name}のチャートは醜い姿です。
    価格は間違っています。
    賢い資金は{symbol}を去りました。
    誰もが{name}を欲しがっています。
    表は忍耐が報われたことを示しています。
    また起きました。
    {name}の商いは干上がりました。
    {name}のイベントはデータの誤りでした。
    事実は正反対です。
  `),
};
