export const fishScript = `# fish completion for outrigger
function __outrigger_answers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words[1] __complete -- $words[2..-1] "$current" 2>/dev/null
end
function __outrigger_candidates
    __outrigger_answers | string match -v -r '^:\\d+$'
end
function __outrigger_wants_files
    __outrigger_answers | string match -q ':0'
end
complete -c outrigger -e
complete -c outrigger -f -a '(__outrigger_candidates)'
complete -c outrigger -F -n __outrigger_wants_files
`
