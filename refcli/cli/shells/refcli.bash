# TAB for refcli in bash: source <(refcli --show-completion bash)
#
# refcli is given the line as far as it is typed, so that no word is broken at = or :, and what readline took for
# the word, so that it answers with what has to stand there. Its answers are names and never run; a file's name is
# readline's own affair, which quotes it.
_refcli_completion() {
    local name
    COMPREPLY=()
    while IFS= read -r name; do
        [[ -z $name || $name == *[!A-Za-z0-9.,+/=-]* ]] || COMPREPLY+=("$name")
    done < <(
        _REFCLI_COMPLETE=complete_bash _REFCLI_COMPLETE_LINE="${COMP_LINE:0:COMP_POINT}" _REFCLI_COMPLETE_WORD="$2" \
            refcli 2>/dev/null </dev/null
    )
}

complete -o default -F _refcli_completion refcli
