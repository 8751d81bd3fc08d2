grammar DeltawardSql;

/*
 * Keywords are in upper case: the lexer reads a statement in upper case (UpperCaseStream.scala).
 *
 * Our statements only. Whether a text is ours is decided from its first tokens (Ownership.scala) before it is parsed
 * here, so there is no alternative for the statements of others.
 */

singleStatement
    : statement ';'* EOF
    ;

statement
    : SHOW PROTOCOL COMPATIBILITY (FOR | IN)? table travel? clients? allVersions? allAccessPaths? inspectLog?
      #showProtocolCompatibility
    | SHOW PROTOCOL COMPATIBILITY IN fleet clients? allVersions? allAccessPaths?       #showFleetCompatibility
    | ANALYZE PROTOCOL COMPATIBILITY IN fleet clients?                                #analyzeFleet
    | SHOW PROTOCOL HISTORY (FOR | IN)? table                                         #showProtocolHistory
    | SHOW PROTOCOL POLICY ((FOR | IN)? table)?                                        #showProtocolPolicy
    | SHOW CHECKPOINT PROTECTION (FOR | IN)? table                                    #showCheckpointProtection
    | (DESCRIBE | DESC) PROTOCOL table travel? inspectLog?                          #describeProtocol
    | SHOW TABLE FEATURES (FOR | IN)? table travel?                                 #showTableFeatures
    | SHOW DELTA CLIENTS (LIKE pattern=literal)?                                    #showDeltaClients
    | SHOW COMMIT WARNINGS                                                          #showCommitWarnings
    | SHOW COMMIT CONFLICTS ((FOR | IN)? table)? (LIMIT most=INTEGER)?              #showCommitConflicts
    | SHOW CONFLICT MATRIX (FOR | IN)? table                                         #showConflictMatrix
    | EXPLAIN PROTOCOL explained                                                      #explainProtocol
    | EXPLAIN DROP FEATURE feature FOR? table truncateHistory?                        #explainDropFeature
    | ALTER TABLE table NORMALIZE PROTOCOL dryRun?                                  #normalizeProtocol
    | ALTER TABLE table MAKE COMPATIBLE WITH CLIENT client access? dryRun?        #makeCompatible
    ;

table
    : path=literal
    | part ('.' part)*
    ;

fleet
    : CATALOG part
    | (SCHEMA | DATABASE) part ('.' part)*
    | PATH root=literal
    | TABLES '(' table (',' table)* ')'
    ;

travel
    : VERSION AS OF version=INTEGER
    | TIMESTAMP AS OF timestamp
    ;

/** Any constant expression of Spark's: its text goes to Spark's own parser. */
timestamp
    : (~(FOR | ALL | INSPECT | ';'))+
    ;

clients
    : FOR CLIENT client (',' client)*
    ;

/** Two literals, which therefore cannot be split into adjacent ones. */
client
    : name=STRING release=STRING?
    ;

allVersions
    : ALL VERSIONS
    ;

allAccessPaths
    : ALL ACCESS PATHS
    ;

inspectLog
    : INSPECT LOG
    ;

/** Any statement of others: its text goes to the parser behind. */
explained
    : (~';')+
    ;

feature
    : name=literal
    | part
    ;

truncateHistory
    : TRUNCATE HISTORY
    ;

access
    : FOR (READ | WRITE)
    ;

dryRun
    : DRY RUN
    ;

/** Adjacent literals are one, as in Spark. */
literal
    : STRING+
    ;

part
    : IDENTIFIER
    | BACKQUOTED
    | keyword
    ;

keyword
    : ACCESS | ALL | ALTER | ANALYZE | AS | CATALOG | CHECKPOINT | CLIENT | CLIENTS | COMMIT | COMPATIBILITY | COMPATIBLE | CONFLICT | CONFLICTS | DATABASE | DELTA | DESC | DESCRIBE
    | DROP | DRY | EXPLAIN | FEATURE | FEATURES | FOR | HISTORY | IN | INSPECT | LIKE | LIMIT | LOG | MAKE | MATRIX | NORMALIZE | OF | PATH | PATHS
    | POLICY | PROTECTION | PROTOCOL | READ | RUN | SCHEMA | SHOW | TABLE | TABLES | TIMESTAMP | TRUNCATE | VERSION | VERSIONS | WARNINGS | WITH
    | WRITE
    ;

ACCESS: 'ACCESS';
ALL: 'ALL';
ALTER: 'ALTER';
ANALYZE: 'ANALYZE';
AS: 'AS';
CATALOG: 'CATALOG';
CHECKPOINT: 'CHECKPOINT';
CLIENT: 'CLIENT';
CLIENTS: 'CLIENTS';
COMMIT: 'COMMIT';
COMPATIBILITY: 'COMPATIBILITY';
COMPATIBLE: 'COMPATIBLE';
CONFLICT: 'CONFLICT';
CONFLICTS: 'CONFLICTS';
DATABASE: 'DATABASE';
DELTA: 'DELTA';
DESC: 'DESC';
DESCRIBE: 'DESCRIBE';
DROP: 'DROP';
DRY: 'DRY';
EXPLAIN: 'EXPLAIN';
FEATURE: 'FEATURE';
FEATURES: 'FEATURES';
FOR: 'FOR';
HISTORY: 'HISTORY';
IN: 'IN';
INSPECT: 'INSPECT';
LIKE: 'LIKE';
LIMIT: 'LIMIT';
LOG: 'LOG';
MAKE: 'MAKE';
MATRIX: 'MATRIX';
NORMALIZE: 'NORMALIZE';
OF: 'OF';
PATH: 'PATH';
PATHS: 'PATHS';
POLICY: 'POLICY';
PROTECTION: 'PROTECTION';
PROTOCOL: 'PROTOCOL';
READ: 'READ';
RUN: 'RUN';
SCHEMA: 'SCHEMA';
SHOW: 'SHOW';
TABLE: 'TABLE';
TABLES: 'TABLES';
TIMESTAMP: 'TIMESTAMP';
TRUNCATE: 'TRUNCATE';
VERSION: 'VERSION';
VERSIONS: 'VERSIONS';
WARNINGS: 'WARNINGS';
WITH: 'WITH';
WRITE: 'WRITE';

STRING
    : '\'' (~('\'' | '\\') | ('\\' .) | '\'\'')* '\''
    | '"' (~('"' | '\\') | ('\\' .) | '""')* '"'
    ;

INTEGER: DIGIT+;

IDENTIFIER: (LETTER | DIGIT | '_')+;

BACKQUOTED: '`' (~'`' | '``')* '`';

LINE_COMMENT: '--' ('\\\n' | ~[\r\n])* '\r'? '\n'? -> channel(HIDDEN);

BLOCK_COMMENT: '/*' (BLOCK_COMMENT | .)*? '*/' -> channel(HIDDEN);

BLANK: [ \r\n\t]+ -> channel(HIDDEN);

/** Anything else is a token too, so that the lexer never fails on a statement that is not ours. */
OTHER: .;

fragment DIGIT: [0-9];
fragment LETTER: [A-Z] | [\u0080-\uFFFF];
